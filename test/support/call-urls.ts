import { createOutbound } from '../../src/infrastructure/outbound/outbound.ts';

/** Calls each URL as the platform does, and prints the status, or the code of the failure. */
const outbound = createOutbound({ allowlist: ['127.0.0.0/8', '::1/128'] });
for (const url of process.argv.slice(2)) {
  const told = await outbound.fetch(url).then(
    ({ status }) => status,
    (error) => error.cause?.code,
  );
  process.stdout.write(`${told}\n`);
}
await outbound.close();
