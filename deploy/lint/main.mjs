// Checks the image's recipe, compose.yaml and the chart by their own tools: node --import tsx deploy/lint/main.mjs
import { lintChart } from './chart.mjs';
import { lintCompose } from './compose.mjs';
import { lintDockerfile } from './dockerfile.mjs';

const faults = (await Promise.all([lintDockerfile(), lintCompose(), lintChart()])).flat();
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.exit(faults.length > 0 ? 1 : 0);
