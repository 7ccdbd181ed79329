#if os(Linux)
import ConnectivityCore
import ConnectivityToolkit
import ConnectivityWire

/// A plugin's side of the protocol: answers the requests of a host, in order, on standard input and output.
struct PluginServer {
    typealias Judge = (_ options: JSON, ProbeExchange) throws(PluginFault) -> PluginVerdict

    var introduction: JSON
    var judge: Judge

    /// The maximum length of a request; the host is trusted, but memory is finite.
    private static let lineLimit = 64 * 1024 * 1024

    /// Answers until the host sends `bye` or closes its end of the pipe.
    func run() {
        var lines = LineReader(limit: Self.lineLimit)
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            guard let count = (try? Descriptor.input.read(into: &buffer)) ?? nil, count > 0,
                let whole = try? lines.add(buffer[..<count])
            else { return }
            for line in whole {
                var reader = JSONReader(line, byteCountMax: Self.lineLimit)
                guard let text = try? reader.text() else { continue }
                let request = Dictionary(text.parts.map { ($0.name, $0.value) }) { first, _ in first }
                guard let type = request["type"]?.json.string else { continue }
                if type == "bye" { return }
                guard let id = request["id"]?.json, let answer = answer(to: type, request) else { continue }
                guard case .object(let members) = answer.value,
                    (try? Descriptor.output.writeAll(JSON(.object([.init("id", id)] + members)).encoded() + [0x0A]))
                        != nil
                else { return }
            }
        }
    }

    /// The answer without its number; `nil` if the request has none.
    private func answer(to type: String, _ request: [String: JSONText]) -> JSON? {
        do throws(PluginFault) {
            switch type {
            case "hello": return introduction
            case "validate":
                let exchange = try (request["exchange"] ?? JSONText(.null)).exchange(of: type)
                let verdict = try judge(request["options"]?.json ?? .object([]), exchange)
                return try? JSON(encoding: verdict, isSparse: true)
            case "cancel": return nil
            default: throw PluginFault(.malformed, "\(type) is not answered here")
            }
        } catch {
            return .object([("error", .string(error.detail))])
        }
    }
}

extension JSONText {
    /// Reads an exchange, even with a status code that no record may have: servers send any number.
    fileprivate func exchange(of request: String) throws(PluginFault) -> ProbeExchange {
        do throws(PluginFault) {
            return try plugin(of: request)
        } catch {
            guard let status = self["response"]?["status"]?.json.whole(Int.self), !(100...999).contains(status) else {
                throw error
            }
            return try json.exchange(of: request, status: status)
        }
    }
}

extension JSON {
    /// Reads an exchange with another status code than the written one.
    fileprivate func exchange(of request: String, status: Int) throws(PluginFault) -> ProbeExchange {
        var exchange: ProbeExchange = try replacing(["response", "status"], by: .integer(200)).plugin(of: request)
        switch exchange.outcome {
        case .success(.http(var response)):
            response.status = status
            exchange.outcome = .success(.http(response))
        case .failure(var failure):
            failure.partialResponse?.status = status
            exchange.outcome = .failure(failure)
        case .success: break
        }
        return exchange
    }

    private func replacing(_ path: ArraySlice<String>, by other: JSON) -> JSON {
        guard let name = path.first, case .object(var members) = value else { return other }
        for index in members.indices where members[index].name == name {
            members[index].value = members[index].value.replacing(path.dropFirst(), by: other)
        }
        return JSON(.object(members))
    }
}
#endif
