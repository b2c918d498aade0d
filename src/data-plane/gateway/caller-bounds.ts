import { z } from 'zod';

/** Settings of the bounds that callers of APIs are held to. */
export const callerBoundSettings = {
  MIN_BODY_RATE: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(500)
    .describe(
      'Bytes a second, over ten seconds, at which callers of APIs must send their bodies and take their answers. 0 asks for none.',
    ),
  ANONYMOUS_CALLS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(100)
    .describe(
      'How many calls of the open APIs of an org one address (an IPv6 /64) may have under way at once. Addresses of private networks are not counted, because many callers may be behind one: name such proxies in `TRUSTED_PROXIES`.',
    ),
};

const schema = z.object(callerBoundSettings);

/** Bounds of callers. */
export type CallerBounds = ReturnType<typeof callerBoundsOf>;

/** Returns the bounds that the settings of a process give. */
export const callerBoundsOf = (settings: z.output<typeof schema>) => ({
  /** Least rate of bodies and of answers, in bytes a second. 0 asks for none. */
  minBodyRate: settings.MIN_BODY_RATE,
  /** Concurrent calls of one address to the open APIs of an org. */
  anonymousCallsMax: settings.ANONYMOUS_CALLS_MAX,
});

export const defaultCallerBounds = callerBoundsOf(schema.parse({}));
