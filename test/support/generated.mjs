// Threads run what is compiled, also those of a test.
export { generate as setup } from '../../bin/prepare.mjs';
