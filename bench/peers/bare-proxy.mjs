// A proxy in plain Node that forwards and nothing else: what a gateway in Node cannot be faster than by this way.
import http from 'node:http';

const { hostname, port } = new URL(process.env.UPSTREAM);
const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });
const server = http.createServer((request, response) => {
  const path = request.url.replace('/v1/', '/customerdb/v3/');
  const options = { agent, hostname, port, path, method: request.method, headers: request.rawHeaders };
  const upstream = http.request(options, (answer) => {
    response.writeHead(answer.statusCode, answer.rawHeaders);
    answer.pipe(response);
  });
  upstream.on('error', () => response.destroy());
  // A caller who leaves within an answer would keep its connection to the upstream for ever.
  response.on('close', () => {
    if (!response.writableFinished) upstream.destroy();
  });
  request.pipe(upstream);
});
server.listen(Number(process.env.PORT), '127.0.0.1', 4096);
