// The platform's readers of HTTP beside Node's parser and llhttp, over millions of damaged messages: npm run bench:fuzz,
// or with --cases and --seed for others.
import { parseArgs } from 'node:util';
import { type Differences, differingRequests, differingResponses } from '../test/support/http-differences.ts';

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '20000000' },
    seed: { type: 'string', default: `${Date.now() % 1_000_000_000}` },
  },
});
const [cases, seed] = [Number(values.cases), Number(values.seed)];
/** Cases of one seed. A difference is printed with its seed, so that it is found again at once. */
const STRETCH = 1_000_000;

async function compare(name: string, run: (cases: number, seed: number) => Promise<Differences>) {
  let accepted = 0;
  for (let done = 0; done < cases; done += STRETCH) {
    const from = seed + done / STRETCH;
    const found = await run(Math.min(STRETCH, cases - done), from);
    accepted += found.accepted;
    if (found.differing.length === 0) continue;
    console.error(`${name}, seed ${from}:`, found.differing);
    process.exitCode = 1;
  }
  console.log(`${name}: ${cases} cases from seed ${seed}, ${accepted} taken by the platform's reader`);
}

await compare('requests', differingRequests);
await compare('answers', differingResponses);
