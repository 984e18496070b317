// SPDX-License-Identifier: Apache-2.0

/// Messages that somebody wrote by hand, right and wrong ones, each with what must become of it.
enum WireMessages {
  /// Those of a context: what is taken, and what is refused.
  static func all(in context: WireContext) -> [(line: String, isRight: Bool)] {
    let id = context.id
    func answer(_ result: String) -> String { #"{"jsonrpc":"2.0","id":\#(id),"result":\#(result)}"# }
    let (right, wrong) = results(of: context)
    let envelopes = envelopes(id, right[0])
    let events = events(context)
    return (right.map(answer) + envelopes.right + events.right).map { ($0, true) }
      + (wrong.map(answer) + envelopes.wrong + events.wrong).map { ($0, false) }
  }

  /// What stands behind `result`.
  private static func results(of context: WireContext) -> (right: [String], wrong: [String]) {
    switch context {
    case .initialize: greetings
    case .call: (paced(accepted + rejected, paces), wrongAnswers + paced([#"{"answer":"accepted"}"#], wrongPaces))
    case .callOnDevices:
      (paced(accepted + rejected, devicePaces), wrongAnswers + paced([#"{"answer":"accepted"}"#], wrongDevicePaces))
    case .direct: (paced(["{}"], paces) + ["{}"], paced(["{}"], wrongPaces) + wrongEnds + [#"{"answer":"accepted"}"#])
    case .directOnDevices: (paced(["{}"], devicePaces) + ["{}"], paced(["{}"], wrongDevicePaces) + wrongEnds)
    case .shutdown: (["{}", "{ }"], wrongEnds + [#"{"next":1}"#, #"{"held":false}"#, #"{"answer":"accepted"}"#])
    case .greetResponder:
      (
        [#"{"protocol":"mfaflow-responder/1"}"#],
        wrongEnds + [
          "{}", #"{"protocol":"mfaflow-responder/2"}"#, #"{"protocol":1}"#, #"{"protocol":"mfaflow-backend/1"}"#,
          #"{"protocol":"mfaflow-responder/1","flow":"login"}"#, #"{"Protocol":"mfaflow-responder/1"}"#,
        ]
      )
    case .respond: responses
    }
  }

  private static let accepted = [#"{"answer":"accepted"}"#]
  private static let rejected = [
    #"{"answer":"rejected","code":7}"#, #"{"answer":"rejected","code":-1,"message":"no"}"#,
    #"{"answer":"rejected","code":2147483647}"#, #"{"answer":"rejected","code":12e1}"#,
    #"{"answer":"rejected","code":7.0}"#,
  ]
  private static let wrongAnswers = [
    "{}", #"{"answer":"maybe"}"#, #"{"answer":true}"#, #"{"answer":"rejected"}"#, #"{"answer":"rejected","code":0}"#,
    #"{"answer":"rejected","code":-0}"#, #"{"answer":"rejected","code":0.0}"#, #"{"answer":"rejected","code":"7"}"#,
    #"{"answer":"rejected","code":7.5}"#, #"{"answer":"rejected","code":2147483648}"#,
    #"{"answer":"rejected","code":7,"message":null}"#, #"{"answer":"rejected","code":null}"#,
    #"{"answer":"rejected","code":true}"#, #"{"answer":"accepted","code":7}"#, #"{"answer":"accepted","message":"x"}"#,
    #"{"answer":"accepted","nxt":7}"#, "[]", "null", #""accepted""#, "true", "1",
  ]

  private static let paces = [
    #""next":0"#, #""next":100"#, #""next":100.0"#, #""next":1e2"#, #""next":1E+2"#, #""next":1000e-1"#, #""next":-0"#,
    #""next":null"#, #""next":1125899906842624"#, #""held":true"#, #""held":false"#, #""next":5,"held":true"#,
  ]
  private static let wrongPaces = [
    #""next":{}"#, #""next":{"phone":5}"#, #""next":{"phone":"soon"}"#, #""next":[]"#, #""next":"5""#, #""next":-1"#,
    #""next":1.5"#, #""next":1e-1"#, #""next":1125899906842625"#, #""next":1e30"#, #""next":true"#, #""held":[]"#,
    #""held":["phone"]"#, #""held":null"#, #""held":1"#, #""held":0"#, #""held":"true""#, #""held":{}"#, #""later":5"#,
  ]
  private static let devicePaces = [
    #""next":{}"#, #""next":null"#, #""next":{"phone":5}"#, #""next":{"phone":5,"tablet":1e3}"#,
    #""next":{"phone":null}"#, #""held":[]"#, #""held":["phone"]"#, #""held":["tablet","phone"]"#,
    #""next":{"tablet":0},"held":["phone"]"#,
  ]
  private static let wrongDevicePaces = [
    #""next":5"#, #""next":[]"#, #""next":{"phone":"soon"}"#, #""next":{"watch":5}"#, #""next":{"phone":-1}"#,
    #""next":{"":5}"#, #""next":{"phone":{}}"#, #""held":true"#, #""held":false"#, #""held":null"#, #""held":"phone""#,
    #""held":["watch"]"#, #""held":["phone","phone"]"#, #""held":[null]"#, #""held":[1]"#, #""held":{}"#,
    #""device":"phone""#,
  ]
  private static let wrongEnds = ["null", "[]", "true", "0", #""""#, #"{"x":1}"#, "[{}]"]

  /// Each object with each of these beside what it has.
  private static func paced(_ objects: [String], _ fields: [String]) -> [String] {
    objects.flatMap { object in
      fields.map { object == "{}" ? "{\($0)}" : object.dropLast() + ",\($0)}" }
    }
  }

  private static let greeting = #""protocol":"mfaflow-backend/1","contract":{"name":"relid"}"#
  private static let greetings = (
    right: [
      "{\(greeting)}", "{\(greeting),\"clock\":\"live\"}", "{\(greeting),\"clock\":\"virtual\"}",
      "{\(greeting),\"capabilities\":[]}", "{\(greeting),\"capabilities\":[\"directions\",\"new\",\"new\"]}",
      "{\(greeting),\"backend\":null}", "{\(greeting),\"backend\":{\"version\":[1,null]}}",
    ],
    wrong: wrongEnds + [
      "{}", #"{"protocol":"mfaflow-backend/1"}"#, #"{"contract":{"name":"relid"}}"#,
      #"{"protocol":"mfaflow-backend/1","contract":"relid"}"#, #"{"protocol":"mfaflow-backend/1","contract":{}}"#,
      #"{"protocol":"mfaflow-backend/1","contract":{"name":"other"}}"#,
      #"{"protocol":"mfaflow-backend/2","contract":{"name":"relid"}}"#,
      #"{"protocol":1,"contract":{"name":"relid"}}"#,
      #"{"protocol":"mfaflow-backend/1","contract":{"name":"relid","version":"0.0.0"}}"#,
      #"{"protocol":"mfaflow-backend/1","contract":{"name":"relid","version":null}}"#,
      #"{"protocol":"mfaflow-backend/1","contract":{"name":"relid","fingerprint":""}}"#,
      #"{"protocol":"mfaflow-backend/1","contract":{"name":"relid","vendor":"x"}}"#,
      "{\(greeting),\"clock\":\"fast\"}", "{\(greeting),\"clock\":null}", "{\(greeting),\"capabilities\":null}",
      "{\(greeting),\"capabilities\":\"directions\"}", "{\(greeting),\"capabilities\":[1]}",
      "{\(greeting),\"capabilities\":{}}", "{\(greeting),\"name\":\"x\"}", "{\(greeting),\"backend\":1.5}",
      "{\(greeting),\"next\":1}",
    ]
  )

  private static let responses = (
    right: [
      #"{"values":{}}"#, #"{"values":{"password":"horse"}}"#, #"{"values":{"pick":1,"more":[true,{"a":"b"}]}}"#,
      #"{"values":{"pick":1.0}}"#, #"{"choice":"cancel"}"#, #"{"choice":"cancel","confirm":true}"#,
      #"{"choice":"cancel","confirm":false}"#, #"{"wait":true}"#, #"{"leave":true}"#, #"{"waitUntil":5}"#,
      #"{"waitUntil":1e3}"#,
    ],
    wrong: wrongEnds + [
      "{}", #"{"wait":false}"#, #"{"wait":null}"#, #"{"wait":1}"#, #"{"wait":"true"}"#, #"{"leave":false}"#,
      #"{"leave":null}"#, #"{"leave":{}}"#, #"{"wait":true,"leave":true}"#, #"{"wait":true,"choice":"cancel"}"#,
      #"{"waitUntil":-1}"#, #"{"waitUntil":"5"}"#, #"{"waitUntil":null}"#, #"{"waitUntil":1.5}"#,
      #"{"waitUntil":5,"wait":true}"#, #"{"choice":"cancel","values":{}}"#,
      #"{"choice":"cancel","values":{"password":"horse"}}"#, #"{"values":{},"confirm":true}"#, #"{"confirm":true}"#,
      #"{"values":null}"#, #"{"values":[]}"#, #"{"values":{"password":null}}"#, #"{"values":{"pick":1.5}}"#,
      #"{"values":{"pick":9007199254740992}}"#, #"{"choice":null}"#, #"{"choice":1}"#, #"{"choice":["cancel"]}"#,
      #"{"choice":"cancel","confirm":null}"#, #"{"choice":"cancel","confirm":"no"}"#, #"{"value":{}}"#,
    ]
  )

  private static func envelopes(_ id: Int, _ result: String) -> (right: [String], wrong: [String]) {
    (
      right: [
        #"{"result":\#(result),"id":\#(id).0,"jsonrpc":"2.0"}"#,
        #"{"jsonrpc":"2.0","id":\#(id)e0,"result":\#(result)}"#,
        #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-32000,"message":"no"}}"#,
        #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":""}}"#,
        #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":0,"message":"no","data":[null,{"a":1}]}}"#,
      ],
      wrong: [
        "{}", "[]", "null", "true", "1", #""""#, #"[{"jsonrpc":"2.0","id":\#(id),"result":\#(result)}]"#,
        #"{"id":\#(id),"result":\#(result)}"#, #"{"jsonrpc":"1.0","id":\#(id),"result":\#(result)}"#,
        #"{"jsonrpc":2.0,"id":\#(id),"result":\#(result)}"#, #"{"jsonrpc":"2.0","result":\#(result)}"#,
        #"{"jsonrpc":"2.0","id":null,"result":\#(result)}"#, #"{"jsonrpc":"2.0","id":"\#(id)","result":\#(result)}"#,
        #"{"jsonrpc":"2.0","id":7,"result":\#(result)}"#, #"{"jsonrpc":"2.0","id":-1,"result":\#(result)}"#,
        #"{"jsonrpc":"2.0","id":\#(id).5,"result":\#(result)}"#, #"{"jsonrpc":"2.0","id":\#(id)}"#,
        #"{"jsonrpc":"2.0","id":\#(id),"result":\#(result),"error":null}"#,
        #"{"jsonrpc":"2.0","id":\#(id),"result":\#(result),"method":"event"}"#,
        #"{"jsonrpc":"2.0","id":\#(id),"result":\#(result),"time":1}"#,
        #"{"jsonrpc":"2.0","id":\#(id),"method":"event","params":{"event":"getUser"}}"#,
        #"{"jsonrpc":"2.0","id":null,"method":"event","params":{"event":"getUser"}}"#,
        #"{"jsonrpc":"2.0","method":"log","params":{"event":"getUser"}}"#, #"{"jsonrpc":"2.0","method":"event"}"#,
        #"{"jsonrpc":"2.0","error":{"code":-32000,"message":"no"}}"#,
        #"{"jsonrpc":"2.0","id":7,"error":{"code":-32000,"message":"no"}}"#,
        #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-32000}}"#,
        #"{"jsonrpc":"2.0","id":\#(id),"error":{"message":""}}"#,
        #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":"-1","message":""}}"#,
        #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-1,"message":null}}"#,
        #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-1,"message":"","reason":"x"}}"#,
        #"{"jsonrpc":"2.0","id":\#(id),"error":"no"}"#, #"{"jsonrpc":"2.0","id":\#(id),"error":null}"#,
      ]
    )
  }

  private static func events(_ context: WireContext) -> (right: [String], wrong: [String]) {
    func event(_ params: String) -> String { #"{"jsonrpc":"2.0","method":"event","params":\#(params)}"# }
    let device = context.hasDevices ? #""device":"phone","# : ""
    let right = [
      #""event":"getUser""#, #""event":"","status":100"#, #""event":"getUser","status":1e2,"error":-7.0"#,
      #""event":"a","data":{}"#, #""event":"a","data":{"x":[1,true,"b",{"y":[]}],"":-0}"#,
      #""event":"a","statusMessage":"","errorMessage":"no""#, #""event":"a","status":9007199254740991"#,
    ].map { "{\(device)\($0)}" }
    let wrong =
      [
        #""status":100"#, #""event":null"#, #""event":1"#, #""event":"a","stauts":1"#, #""event":"a","status":null"#,
        #""event":"a","status":"100""#, #""event":"a","status":1.5"#, #""event":"a","status":9007199254740992"#,
        #""event":"a","error":true"#, #""event":"a","data":null"#, #""event":"a","data":[]"#,
        #""event":"a","data":{"x":null}"#, #""event":"a","data":{"x":1.5}"#, #""event":"a","data":{"x":[null]}"#,
        #""event":"a","statusMessage":null"#, #""event":"a","errorMessage":7"#, #""event":"a","data":{"x":1e17}"#,
      ].map { "{\(device)\($0)}" } + ["null", "[]", #""getUser""#, "{}"]
      + [context.hasDevices ? #"{"event":"a"}"# : #"{"device":"phone","event":"a"}"#]
      + [#"{"device":"watch","event":"a"}"#, #"{"device":null,"event":"a"}"#]
    let hears = !context.isResponder && context != .initialize
    return hears ? (right.map(event), wrong.map(event)) : ([], (right + wrong).map(event))
  }
}
