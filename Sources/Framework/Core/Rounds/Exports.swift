@_exported public import ConnectivityJudging
