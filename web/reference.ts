import './reference.css';
import './page.css';
import '@scalar/api-reference/style.css';
import { createApiReference, type ReferenceProps as Scalar } from '@scalar/api-reference';
import { createOutcome, watchedBy } from './call-status.ts';
import { element, readProps } from './page.ts';
import type { ReferenceProps } from './props.ts';
import { credentials } from './scalar/credentials.ts';

const { document: content, outcome, returnPath, ...caller } = readProps<ReferenceProps>();
const redirectUri = new URL(returnPath, location.href).href;
const dark = matchMedia('(prefers-color-scheme: dark)');
const customFetch = watchedBy(createOutcome(outcome));

const reference = createApiReference(element('island'), configuration());
dark.addEventListener('change', () => reference.updateConfiguration(configuration()));

/**
 * Configuration of the reference. Nothing may go to another host or stay in this browser.
 *
 * Every feature that would do so is switched off by name.
 */
function configuration(): NonNullable<Scalar['configuration']> {
  return {
    content,
    authentication: credentials(content, { ...caller, redirectUri }),
    customFetch,
    forceDarkModeState: dark.matches ? 'dark' : 'light',
    hideDarkModeToggle: true,
    persistAuth: false,
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
  };
}
