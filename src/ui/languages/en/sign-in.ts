/** Texts of signing in and signing up. */
export const signIn = () => ({
  signIn: {
    title: 'Sign in',
    lead: (portal: string) => `to ${portal}`,
    username: 'Username',
    password: 'Password',
    submit: 'Sign in',
    forgotten: 'Forgot your password? The provider of this portal gives you a link to choose a new one.',
    forgot: 'Forgot your password?',
    noAccount: 'No account yet?',
    ended: 'Your session has ended, and what you sent was not kept: sign in, and send it again.',
    passkey: 'Sign in with a passkey',
    /** Texts by the names of WebAuthn's errors. `{console}` stands for the address of the portal. */
    passkeyFaults: {
      NotAllowedError:
        'That was stopped, took too long, or found no passkey. Try again, or sign in another way.',
      InvalidStateError: 'This device, or this key, has a passkey of yours already: take another one.',
      SecurityError: 'Your browser keeps no passkeys for this address. Open the portal at {console}.',
      other: 'This browser could not do that. Take another browser or device, over https.',
    },
    or: 'or',
    with: (provider: string) => `Sign in with ${provider}`,
    withLead: (provider: string, portal: string) => `to ${portal}, with your account of ${provider}`,
    otherWays: 'Other ways to sign in',
    ownOrg: {
      title: 'Your organization',
      lead: (portal: string) =>
        `You are signed in. No organization of ${portal} is yours yet: name one, and you own it.`,
      submit: 'Create it',
    },
    cookieMissing:
      'Your browser did not keep the session. Sessions need https, or http on localhost; open the portal by such an address.',
  },

  signUp: {
    lead: (portal: string) => `for ${portal}`,
    consumerOrgHint: 'The company or team that the applications belong to',
    hasAccount: 'Already have an account?',
    closed: 'Accounts are made by the provider here',
    closedText: 'This portal does not let people create their own account. Ask its provider for one.',
  },

  forgotPassword: {
    title: 'Forgot your password?',
    lead: 'You get a link by mail to choose another one.',
    login: 'Username or email address',
    submit: 'Send me a link',
    back: 'Back to sign-in',
    sent: {
      title: 'Look into your mailbox',
      text: 'If an account with an email address belongs to what you typed, a link is on its way. It works once, for an hour. Nothing came? The provider of this portal gives you a link, too.',
    },
    closed: {
      title: 'Forgot your password?',
      text: 'This portal sends no mail. Its provider gives you a link to choose a new password.',
    },
  },

  choosePassword: {
    title: 'Choose your password',
    lead: (username: string, portal: string) => `You sign in to ${portal} as ${username}.`,
    submit: 'Save and sign in',
  },
});
