-- Asks for a random path of a file each time, and prints what happened as one line of JSON.
-- The requests are made once at the start: making them while it runs would slow the load down.
local requests = {}

function init(args)
  for path in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format("GET", path)
  end
  -- The same order in every run.
  math.randomseed(1)
end

function request()
  return requests[math.random(#requests)]
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  print(string.format(
    'result {"requests":%d,"bytes":%.0f,"microseconds":%d,"p50":%d,"p90":%d,"p99":%d,"failed":%d}',
    summary.requests, summary.bytes, summary.duration,
    latency:percentile(50), latency:percentile(90), latency:percentile(99), failed))
end
