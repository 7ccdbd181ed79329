/// Bodies compressed with the zlib of Python 3.11 at level 9, as hexadecimal digits.
enum Compressed {
    /// The content of most of them.
    static let page = "<form method=\"post\" action=\"/go\"><input name=\"room\"></form>\n"

    /// `page` in gzip.
    static let gzip = bytes(
        """
        1f8b0800000000000203b349cb2fca55c84d2dc9c84fb1552ac82f2e5152484c2ec9cccfb355d24fcf57b2b3c9cc2b282d51\
        c84bcc4db5552acacfcf050ae98334d97101008ee1408f3c000000
        """
    )

    /// `page` in brotli, and in gzip in brotli.
    static let brotli = bytes("1b3b00f88dd462cdb834d46f226d67f3c5472e85b1459c0ee1094c9801e09822f3da01")
    static let gzipInBrotli = bytes(
        """
        0b26801f8b0800000000000203b349cb2fca55c84d2dc9c84fb1552ac82f2e5152484c2ec9cccfb355d24fcf57b2b3c9cc2b282d51\
        c84bcc4db5552acacfcf050ae98334d97101008ee1408f3c00000003
        """
    )

    /// `page` in gzip with a file name in the header.
    static let namedGzip = bytes(
        """
        1f8b0808000000000203706167652e68746d6c00b349cb2fca55c84d2dc9c84fb1552ac82f2e5152484c2ec9cccfb355d24f\
        cf57b2b3c9cc2b282d51c84bcc4db5552acacfcf050ae98334d97101008ee1408f3c000000
        """
    )

    /// `page` in deflate with zlib wrapping.
    static let zlib = bytes(
        """
        78dab349cb2fca55c84d2dc9c84fb1552ac82f2e5152484c2ec9cccfb355d24fcf57b2b3c9cc2b282d51c84bcc4db5552aca\
        cfcf050ae98334d97101007d13144b
        """
    )

    /// `page` in raw deflate.
    static let deflate = bytes(
        """
        b349cb2fca55c84d2dc9c84fb1552ac82f2e5152484c2ec9cccfb355d24fcf57b2b3c9cc2b282d51c84bcc4db5552acacfcf\
        050ae98334d9710100
        """
    )

    /// `page` in two gzip members.
    static let members = bytes(
        """
        1f8b0800000000000203b349cb2fca55c84d2dc9c84fb1552ac82f2e5152000065f1bced140000001f8b0800000000000203\
        4b4c2ec9cccfb355d24fcf57b2b3c9cc2b282d51c84bcc4db5552acacfcf050ae9a7e517e5da710100145e427328000000
        """
    )

    /// `page` in gzip, and this in deflate with zlib wrapping.
    static let gzipInDeflate = bytes(
        """
        78da93efe660000126e6cd9ea7f54f859ef0d53d79c27f63a8d6097dbdc0200f1fbd9367ce6f0ebde47f3e7cd3e69367b435\
        74034f789ff1dd1aaa75eafc7956ae97cd26370b1919fa1e3af4db000d01008cc81f63
        """
    )

    /// `page` in gzip four times.
    static let fourTimes = bytes(
        """
        1f8b080000000000020301760089ff1f8b080000000000020393efe660000126e6c9ef9f253030aa3d3b3b6ff957ffd6791f\
        aeda561eaa4f5e718db376ef01057ef9bd93d3cfe5f3ed7d526f5773f9d9e4f42da625ccfe15f33fde955a55faea4f65d8ba\
        e967d5ccb925257fc9597db9cdc0cbc820202158e80b3418000eab23c5610000009b0d5d8076000000
        """
    )

    /// `page` in gzip five times.
    static let fiveTimes = bytes(
        """
        1f8b080000000000020393efe66000012666c63286cefff270eee4f7cf121818d59e9d7c3f5fd5c06095adb575fecff0ffd7\
        2ae5d7dd0a935be51f57d8bbb9ec3d236bddcfbd932f9f7ffaf96d6d507e78f1cf9b4fbee82e533df34ff4b3fdbda951a1bf\
        5ef9a7ded8f532fdea999daaaaf527236b779e3d70fa84828262c40b6e130906bed5ca471381b6cde68d6d2803d2000ad53b\
        058d000000
        """
    )

    /// 10,000,000 zero bytes in gzip twice.
    static let bomb = bytes(
        """
        1f8b0800000000000203edd8bd09c2400080d14ba2102c7404dd430856c1d2c6216c5cc1034b41acc405523b83b50388851b\
        881bf8776b1cef55df0cdf785787a4ac9e97a2f8473c7cceaf7a1000000080ccc5fbb64a33204cbeb776b10400000072b71a\
        0de7e905f4de9bc77ed677470072b32eafddb489c753f8016bc9471c16260000
        """
    )

    /// Empty content in gzip.
    static let empty = bytes("1f8b080000000000020303000000000000000000")

    /// A page in GBK that declares it, in gzip.
    static let gbkPage = bytes(
        """
        1f8b0800000000000203b3c94d2d495448ce482c2a4e2db14d4fcab63b79feec8fadc70fed0100f287be821a000000
        """
    )

    /// The content of the long ones.
    static let longPage = """
        <p>0 0 the</p><p>1 7919 guests</p><p>2 31676 of</p><p>3 71271 this</p><p>4 126704 house</p><p>5\
         197975 may</p><p>6 285084 use</p><p>7 388031 its</p><p>8 506816 network</p><p>9 641439 for</p>\
        <p>10 791900 an</p><p>11 958199 hour</p><p>12 1140336 a</p><p>13 1338311 day</p><p>14 1552124 a\
        fter</p><p>15 1781775 they</p><p>16 2027264 agree</p><p>17 2288591 to</p><p>18 2565756 these</p\
        ><p>19 2858759 terms</p>
        """

    /// `longPage` in gzip.
    static let longGzip = bytes(
        """
        1f8b08000000000002034590516ec3300c43afc21bcc922d4b0682dc25c09cb618da04498aa1b79f5ac4deef0345911cd631\
        20e0b8d6e16b1d87752468a182cbb3eec77e3246a4ac19cb7c82082556f2b35bd32410670d09d7e5b9373301152d2ab84faf\
        1365b049b0847f95229a8548b8f58f0609d928e3518fdf65fb3971414e9462c1bc6c2d6ff8040e01d3a3214211a352de59ba\
        8e4194428c1953431114a345d77ff77ce445449838619a8fdacfbd8a1aa977f1adbad8db0456ce2ebe6cb56fa8603693e20b\
        2d8d1958b2a8e4b741efee53fb1ea652e0cfee9ffe7fff3957d694010000
        """
    )

    /// `longPage` in deflate with zlib wrapping.
    static let longZlib = bytes(
        """
        78da4590516ec3300c43afc21bcc922d4b0682dc25c09cb618da04498aa1b79f5ac4deef0345911cd63120e0b8d6e16b1d87\
        752468a182cbb3eec77e3246a4ac19cb7c82082556f2b35bd32410670d09d7e5b9373301152d2ab84faf1365b049b0847f95\
        229a8548b8f58f0609d928e3518fdf65fb3971414e9462c1bc6c2d6ff8040e01d3a3214211a352de59ba8e4194428c195343\
        1114a345d77ff77ce445449838619a8fdacfbd8a1aa977f1adbad8db0456ce2ebe6cb56fa8603693e20b2d8d1958b2a8e4b7\
        41efee53fb1ea652e0cfee9ffe7f90566b85
        """
    )

    /// `longPage` in raw deflate.
    static let longDeflate = bytes(
        """
        4590516ec3300c43afc21bcc922d4b0682dc25c09cb618da04498aa1b79f5ac4deef0345911cd63120e0b8d6e16b1d877524\
        68a182cbb3eec77e3246a4ac19cb7c82082556f2b35bd32410670d09d7e5b9373301152d2ab84faf1365b049b0847f95229a\
        8548b8f58f0609d928e3518fdf65fb3971414e9462c1bc6c2d6ff8040e01d3a3214211a352de59ba8e4194428c1953431114\
        a345d77ff77ce445449838619a8fdacfbd8a1aa977f1adbad8db0456ce2ebe6cb56fa8603693e20b2d8d1958b2a8e4b741ef\
        ee53fb1ea652e0cfee9ffe7f
        """
    )
}
