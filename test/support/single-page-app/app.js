// An application in a browser that signs people in by OAuth 2.0: a public client without a server of its own.
import * as oauth from 'oauth4webapi';

const WATCH_EVERY_MS = 100;
const insecure = { [oauth.allowInsecureRequests]: true };
const { issuer, clientId, scope, api } = await (await fetch('/settings.json')).json();
const client = { client_id: clientId };
const redirectUri = `${location.origin}/`;
const show = (text) => {
  document.querySelector('#outcome').textContent = text;
};

/** What the provider has issued. It is gone with the page. */
let tokens;
let server;

async function discover() {
  const response = await oauth.discoveryRequest(new URL(issuer), { ...insecure, algorithm: 'oauth2' });
  server = await oauth.processDiscoveryResponse(new URL(issuer), response);
}

/** The address at the provider; what its answer is held against is kept for the tab. */
async function authorizationUrl(kept) {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  kept({ verifier, state });
  const url = new URL(server.authorization_endpoint);
  const query = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

async function redeem(address, { verifier, state }) {
  const answer = oauth.validateAuthResponse(server, client, new URL(address), state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    answer,
    redirectUri,
    verifier,
    insecure,
  );
  tokens = await oauth.processAuthorizationCodeResponse(server, client, response);
}

async function refresh() {
  const response = await oauth.refreshTokenGrantRequest(
    server,
    client,
    oauth.None(),
    tokens.refresh_token,
    insecure,
  );
  tokens = await oauth.processRefreshTokenResponse(server, client, response);
  show('There is a new token.');
}

/** The token stays in the page, so that a call shows that it is worth nothing any more. */
async function leave() {
  const response = await oauth.revocationRequest(server, client, oauth.None(), tokens.access_token, insecure);
  await oauth.processRevocationResponse(response);
  show('You are signed out.');
}

async function callApi() {
  const headers = tokens ? { authorization: `Bearer ${tokens.access_token}` } : {};
  const response = await fetch(api, { headers });
  const body = await response.json();
  if (!response.ok) return show(`${response.status}: ${body.hint ?? body.detail}`);
  const left = response.headers.get('ratelimit');
  show(`${body.map(({ lastname }) => lastname).join(', ')}. ${left}`);
}

/** Opens the window at once, as browsers ask for, and leads it to the provider afterwards. */
async function signInByWindow() {
  const opened = open('about:blank', 'sign-in', 'popup,width=480,height=640');
  let expected;
  const url = await authorizationUrl((kept) => {
    expected = kept;
  });
  opened.location.replace(url);
  const address = await answerOf(opened);
  if (address === undefined) return show('The window was closed before you had signed in.');
  await redeem(address, expected);
  await callApi();
}

/** Waits for the message of the window. @returns undefined when the window is closed without one */
function answerOf(opened) {
  return new Promise((resolve) => {
    const hear = (event) => {
      if (event.origin === location.origin && event.source === opened) settle(event.data);
    };
    const settle = (address) => {
      clearInterval(watch);
      removeEventListener('message', hear);
      resolve(address);
    };
    const watch = setInterval(() => {
      if (opened.closed) settle(undefined);
    }, WATCH_EVERY_MS);
    addEventListener('message', hear);
  });
}

async function signInHere() {
  location.assign(await authorizationUrl((kept) => sessionStorage.setItem('kept', JSON.stringify(kept))));
}

async function goOn() {
  const kept = sessionStorage.getItem('kept');
  sessionStorage.removeItem('kept');
  const address = location.href;
  history.replaceState(null, '', '/');
  await redeem(address, JSON.parse(kept));
  await callApi();
}

/** Tells a person what went wrong. A provider's refusal has a sentence of its own. */
const told = (work) => async () => {
  try {
    await work();
  } catch (error) {
    show(`It failed: ${error.error_description ?? error.message}`);
  }
};

const isAnswer = /[?&](code|error)=/.test(location.search);
if (isAnswer && opener) {
  opener.postMessage(location.href, location.origin);
  close();
} else {
  await told(discover)();
  const actions = { redirect: signInHere, popup: signInByWindow, call: callApi, refresh, leave };
  for (const [id, work] of Object.entries(actions))
    document.querySelector(`#${id}`).addEventListener('click', told(work));
  if (isAnswer) await told(goOn)();
  document.body.dataset.ready = '';
}
