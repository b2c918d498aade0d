/** Texts of client keys. */
export const clientKeys = () => ({
  clientKey: {
    another: 'Another client key',
    anotherText:
      'Both keys call until you withdraw one. So a key that others know is replaced without a refused call.',
    title: 'Title',
    first: 'Default credential',
    add: 'Add a client key',
    withdraw: 'Withdraw',
    withdrawTitle: (title: string) => `Withdraw the client key ${title}`,
    withdrawText: 'Calls with this client key or its secret are refused at once. This cannot be undone.',
    isLast: 'It is the only client key of the application.',
    lastUsed: (when: string) => `It was last used: ${when}.`,
    confirm: 'Withdraw the client key',
    keep: 'Keep it',
  },
});
