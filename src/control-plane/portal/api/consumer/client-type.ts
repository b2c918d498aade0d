import { builder } from '../builder.ts';

export const PortalClientType = builder.enumType('PortalClientType', {
  description: 'Can an application keep its client secret? (RFC 6749 §2.1)',
  values: {
    CONFIDENTIAL: { description: 'It can: it runs on a server, and always shows its secret to get a token.' },
    PUBLIC: {
      description:
        "It cannot: it runs on a person's device. It names itself by its client key alone, with PKCE.",
    },
  } as const,
});
