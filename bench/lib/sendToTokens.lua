-- Sends a message to one token of a file after the other, and prints what happened as one line of JSON.
-- The requests are made once at the start: making them while it runs would slow the load down.
local requests = {}
local next = 0

function init(args)
  for token in io.lines(args[1]) do
    local body = string.format(
      '{"to":"%s","notification":{"title":"Order shipped","body":"Your order 12345 is on the way"},' ..
      '"data":{"orderId":"12345","deepLink":"acme://order/12345"},"priority":"high","time_to_live":3600}', token)
    requests[#requests + 1] = wrk.format("POST", "/fcm/send", nil, body)
  end
end

function request()
  next = next % #requests + 1
  return requests[next]
end

function response(status, headers, body)
  -- The protocol says 200 to a message that it does not take, too.
  if not string.find(body, '"success":1', 1, true) then
    print("refused: " .. body)
    os.exit(1)
  end
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  print(string.format(
    'result {"requests":%d,"bytes":%.0f,"microseconds":%d,"p50":%d,"p90":%d,"p99":%d,"failed":%d}',
    summary.requests, summary.bytes, summary.duration,
    latency:percentile(50), latency:percentile(90), latency:percentile(99), failed))
end
