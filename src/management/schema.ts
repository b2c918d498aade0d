// Every noun of the management API registers itself with the builder: one file a noun, one line here.
import './org.ts';
import { builder } from './builder.ts';

export const schema = builder.toSchema();
