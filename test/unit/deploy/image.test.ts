import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/process/settings/config.ts';

const dockerfile = readFileSync('Dockerfile', 'utf8').replaceAll('\\\n', ' ');
const stages = dockerfile.split(/^FROM /m).slice(1);
const last = stages.at(-1) ?? '';
const { SERVING } = await import(new URL('../../../bin/pinned-node.mjs', import.meta.url).href);

/** What follows an instruction of the image itself, as one line. */
const instruction = (name: string) =>
  (last.match(new RegExp(`^${name} +(.+)$`, 'm'))?.[1] ?? '').replace(/ +/g, ' ').trim();
const env = Object.fromEntries(
  instruction('ENV')
    .split(' ')
    .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const),
);

describe('the image', () => {
  it('is made and run by the Node that the packages bring', () => {
    const versions = stages.map((stage) => stage.match(/^node:(\d+)-bookworm-slim/)?.[1]);
    const [pinned] = readFileSync('.nvmrc', 'utf8').split('.');
    expect(versions).toEqual([pinned, pinned]);
  });

  it('runs as a user that can be seen not to be root, writes below /data alone, and takes SIGTERM itself', () => {
    expect(instruction('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(instruction('VOLUME')).toBe(env['DATA_DIR']);
    expect(instruction('STOPSIGNAL')).toBe('SIGTERM');
    for (const name of ['ENTRYPOINT', 'CMD']) expect(JSON.parse(instruction(name))).toHaveLength(1);
  });

  it('is for production, reachable from outside, with the memory and threads that npm start gives it', () => {
    const config = readConfig(env);
    expect(config).toMatchObject({ host: '0.0.0.0', dataDir: '/data', demo: false });
    expect(env).toMatchObject(SERVING.env);
    expect(env['NODE_OPTIONS']).toBe(SERVING.flags.join(' '));
  });

  it('tells the ports of the platform, and asks the operations listener whether it is ready', () => {
    const { gateway, graphqlServer, control, operations } = readConfig({}).ports;
    expect(instruction('EXPOSE')).toBe([gateway, graphqlServer, control, operations].join(' '));
    const [, command = '[]'] = instruction('HEALTHCHECK').split('CMD ');
    const script = (JSON.parse(command) as string[]).at(-1);
    expect(script).toContain(`process.env.OPS_PORT || ${operations}}/readyz`);
  });

  it('is made of what a release is made of', () => {
    const [, sources = ''] = readFileSync('bin/package.mjs', 'utf8').match(/SOURCES = \[([^\]]+)\]/) ?? [];
    const packed = [...sources.matchAll(/'([^']+)'/g)].map(([, path]) => path);
    const taken = [...readFileSync('.dockerignore', 'utf8').matchAll(/^!(.+)$/gm)].map(([, path]) => path);
    expect(taken.sort()).toEqual([...packed, 'package.json', 'package-lock.json'].sort());
  });
});
