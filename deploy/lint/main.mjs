// Checks the image's recipe, compose.yaml, the chart and the workflows by their own tools: node --import tsx deploy/lint/main.mjs
import { lintChart } from './chart.mjs';
import { lintCompose } from './compose.mjs';
import { lintDockerfile } from './dockerfile.mjs';
import { lintWorkflows } from './workflows.mjs';

const faults = (await Promise.all([lintDockerfile(), lintCompose(), lintChart(), lintWorkflows()])).flat();
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.exit(faults.length > 0 ? 1 : 0);
