import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { element, fill, readProps } from './page.ts';
import type { PasskeyProps } from './props.ts';

const props = readProps<PasskeyProps>();
const form = element('passkey') as HTMLFormElement;
const credential = element('passkey-credential') as HTMLInputElement;
const problem = element('passkey-problem');
const button = element('passkey-button') as HTMLButtonElement;

button.hidden = false;
if (props.isFirstSeen) button.focus();
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void send();
});

/** Sends the form with the authenticator's response. The server reads it as any form. */
async function send(): Promise<void> {
  button.disabled = true;
  problem.replaceChildren();
  try {
    credential.value = JSON.stringify(await answered());
    form.submit();
  } catch (error) {
    problem.replaceChildren(wordsOf(error));
    button.disabled = false;
    button.focus();
  }
}

async function answered() {
  // No page of another origin can send this header.
  const response = await fetch(props.optionsUrl, {
    method: 'POST',
    headers: { 'x-gatehouse-console': '1' },
  });
  const options = await response.json();
  if (!response.ok) throw new Told(options.errors?.[0]?.message ?? response.statusText);
  if (props.purpose === 'REGISTRATION')
    return startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON });
  return startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON });
}

/** A fault with a message of the console. */
class Told extends Error {}

/** Words the remedy of a fault, by the name that WebAuthn gives to it. */
function wordsOf(error: unknown): string {
  if (error instanceof Told) return error.message;
  const name = error instanceof Error ? error.name : '';
  const known = props.texts[name as keyof typeof props.texts];
  return known === undefined ? props.texts.other : fill(known, { console: props.consoleUrl });
}
