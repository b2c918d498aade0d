import type { Context } from 'hono';
import type { z } from 'zod';
import { refuse } from '../../foundation/errors.ts';

/**
 * Reads the body of a request.
 *
 * @throws UNSUPPORTED_MEDIA_TYPE when it is not sent as JSON
 * @throws BAD_USER_INPUT when it is no JSON or not as the schema says, with every fault named
 */
export async function readJson<T>({ req }: Context, schema: z.ZodType<T>): Promise<T> {
  if (!/^application\/json\s*(;|$)/i.test(req.header('content-type') ?? ''))
    refuse('UNSUPPORTED_MEDIA_TYPE', { detail: 'Send JSON, with Content-Type: application/json.' });
  const { success, data, error } = schema.safeParse(parse(await req.text()));
  if (success) return data;
  const faults = error.issues.map(({ path, message }) => `${path.join('.') || 'The body'}: ${message}`);
  return refuse('BAD_USER_INPUT', { detail: faults.join('; ') });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse('BAD_USER_INPUT', { detail: 'The body is not valid JSON.' });
  }
}
