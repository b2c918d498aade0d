// Fastify with @fastify/http-proxy, which forwards.
import proxy from '@fastify/http-proxy';
import Fastify from 'fastify';

const fastify = Fastify();
await fastify.register(proxy, {
  upstream: process.env.UPSTREAM,
  prefix: '/v1',
  rewritePrefix: '/customerdb/v3',
  undici: { connections: 128, pipelining: 1 },
});
await fastify.listen({ port: Number(process.env.PORT), host: '127.0.0.1', backlog: 4096 });
