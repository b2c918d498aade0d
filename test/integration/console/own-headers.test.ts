import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { strictTransport } from '../../../src/http/strict-transport.ts';
import { type ConsoleWorld, openConsole } from '../../support/console.ts';

describe('an answer of the management API', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await openConsole();
  });
  afterAll(() => world.close());

  it.each([
    ['an answer', '{ __typename }', 200],
    ['a refusal', '{ nothing }', 400],
  ])('is kept by nobody, and read as JSON alone: %s', async (_, query, status) => {
    const accept = 'application/graphql-response+json';
    const answer = await world
      .visitor()
      .post('/graphql', { query }, { authorization: `Bearer ${world.adminToken}`, accept });
    const told = ['cache-control', 'x-content-type-options'].map((name) => answer.headers.get(name));
    expect([answer.status, ...told]).toEqual([status, 'no-store', 'nosniff']);
  });
});

describe('a listener', () => {
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) server.close();
  });
  const answerAt = async (url: string) => {
    const server = createServer(
      strictTransport(url, (_request, response) => void response.writeHead(200, ['X-Own', '1']).end()),
    );
    servers.push(server.listen(0, '127.0.0.1'));
    await new Promise((resolve) => server.once('listening', resolve));
    const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return [headers.get('strict-transport-security'), headers.get('x-own')];
  };

  it('asks browsers to come by https alone where its URL is of https', async () => {
    expect(await answerAt('https://gateway.example')).toEqual(['max-age=31536000', '1']);
    expect(await answerAt('http://127.0.0.1:8080')).toEqual([null, '1']);
  });
});
