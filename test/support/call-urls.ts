import { Outbound } from '../../src/infrastructure/outbound/outbound.ts';

/** The platform's outbound client. Each URL is called with it, and the status or failure code is printed. */
const outbound = new Outbound({ allowlist: ['127.0.0.0/8', '::1/128'] });
for (const url of process.argv.slice(2)) {
  const answer = await outbound.fetch(url).then(
    ({ status }) => status,
    (error) => error.cause?.code,
  );
  process.stdout.write(`${answer}\n`);
}
await outbound.close();
