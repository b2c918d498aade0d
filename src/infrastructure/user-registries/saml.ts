import { httpPorts } from '../outbound/scheme-ports.ts';
import type { RegistryType } from './registry-type.ts';

const NO_PASSWORDS =
  'People of this user registry sign in at their identity provider: it takes no username and password.';

/** Reads the library at the first sign-in. Who uses no SAML has none of it in memory. */
const service = () => import('./saml-service.ts');

/** The user registry of type SAML. People are sent to its pages, and their browser posts a signed answer. */
export const saml: RegistryType = {
  title: 'SAML',
  description:
    'By the pages of a SAML 2.0 identity provider, which people are sent to and come back from with a signed assertion. For portals alone.',
  inShort: 'by the pages of a SAML identity provider',
  address: {
    label: 'Address for sign-in',
    hint: 'SingleSignOnService of its metadata, with the binding HTTP-Redirect.',
  },
  ports: httpPorts,
  redirect: {
    stateMember: 'RelayState',
    answersByPost: true,
    urlFor: async (registry, signIn) => (await service()).requestUrl(registry, signIn),
    finish: async (registry, signIn) => (await service()).answerOf(registry, signIn),
    metadata: async (registry, redirectUrl) => (await service()).metadataOf(registry, redirectUrl),
  },
  personFault: () => NO_PASSWORDS,
  countedAs: (username) => username,
  authenticate: async () => ({ answer: 'REFUSED', message: NO_PASSWORDS, durationMs: 0 }),
  // Its answers are brought by browsers: they say nothing of its health.
  healthShownBy: () => 'WELL',
};
