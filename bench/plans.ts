// Plans beside graphql-js on random servers, documents and answers: npm run bench:plans -- --cases 100000 --seed 1
import { parseArgs } from 'node:util';
import { compareOne } from '../test/support/plan-cases.ts';

const { values } = parseArgs({
  options: { cases: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
});
const first = Number(values.seed) * 1_000_000;
const ways: Record<string, number> = {};
for (let seed = first; seed < first + Number(values.cases); seed += 1) {
  const { way, planned, reference, document } = await compareOne(seed);
  ways[way] = (ways[way] ?? 0) + 1;
  if (planned === reference) continue;
  console.error(
    `They differ with seed ${seed}:\n${document}\nplan       ${planned}\ngraphql-js ${reference}`,
  );
  process.exitCode = 1;
  ways['DIFFERENT'] = (ways['DIFFERENT'] ?? 0) + 1;
  if (ways['DIFFERENT'] >= 5) break;
}
console.log(JSON.stringify(ways));
