import { describe, expect, it } from 'vitest';
import { WITHHELD, withoutDetails } from '../../../src/data-plane/gateway/graphql/error-details.ts';

const message = (text: string) =>
  (withoutDetails([{ message: text }]) as { message: string }[]).map((each) => each.message)[0];

describe('an error of a GraphQL server', () => {
  it.each([
    'connect ECONNREFUSED 10.0.0.1:5432',
    'getaddrinfo ENOTFOUND users-service',
    'request to http://users.example.com/api failed, reason: socket hang up',
    'dial tcp: lookup db on 10.96.0.10:53: no such host',
    'Connection to db.internal:5432 refused. Check that the hostname and port are correct',
    'could not connect to server db:5432',
    'Post "http://accounts/graphql": EOF',
    'could not connect to postgres://app:secret@db/main',
    'No route to [2001:db8::12]',
    'upstream ::1 is down',
    'no answer from ::ffff:10.0.0.1.',
    'fe80::1: no route',
    'localhost is not there',
    "ENOENT: no such file or directory, open '/app/config/keys.json'",
    'Failed to load /home/deploy/releases/12/schema.graphql',
    'Could not find file C:\\inetpub\\wwwroot\\web.config',
    'Error: boom\n    at resolve (/srv/api/index.js:3:9)',
    'x is not a function at Object.resolve (index.js:3:9)',
    'java.lang.NullPointerException\n\tat com.acme.Users.find(Users.java:12)',
    'NullPointerException (Users.java:12)',
    'Traceback (most recent call last):\n  File "app.py", line 3, in find',
    'panic: nil map\n\ngoroutine 12 [running]:\nmain.main()',
    'Undefined index: id in User.php on line 42',
    'boom\n#0 /index.php(3): find()\n#1 {main}',
    '   at Acme.Users.Find(Int32 id) in Users.cs:line 12',
  ])('does not tell where it runs: %s', (text) => {
    expect(message(text)).toBe(WITHHELD);
  });

  it.each([
    'There is no customer 42.',
    'The e-mail address ada@example.com is taken.',
    'At 12:30:05 the shop had closed: come back at 9:00.',
    'GET /v1/customers/42 answered 404',
    'Version 1.2.3 is needed, see https://docs.example.com/versions',
    'The ratio 3:4 is not one of 1:1, 16:9',
    'Id:12345 is not yours',
    'Variable "$id" of type "ID" used in position expecting type "ID!".',
    'Pick a host name that is free',
    'Look at item #2',
    'Node.js and Vue.js are tags',
    'Shop::Basket is empty',
  ])('is told as it is: %s', (text) => {
    expect(message(text)).toBe(text);
  });

  it.each([
    [
      'Cannot query field "nam" on type "User". Did you mean "name" or "mail"?',
      'Cannot query field "nam" on type "User".',
    ],
    [
      "Field 'nam' doesn't exist on type 'User' (Did you mean `name`?)",
      "Field 'nam' doesn't exist on type 'User'",
    ],
    ['Unknown type "Usr". did you mean "User"?', 'Unknown type "Usr".'],
    [
      'Value "RDE" does not exist in "Colour" enum. Did you mean the enum value "RED"? Use one.',
      'Value "RDE" does not exist in "Colour" enum. Use one.',
    ],
  ])('suggests no names: %s', (text, told) => {
    expect(message(text)).toBe(told);
  });

  it('keeps its place and its code, and loses the members that carry a stack, wherever they stand', () => {
    const error = {
      message: 'No.',
      locations: [{ line: 2, column: 3 }],
      path: ['users', 0, 'stack'],
      debugMessage: 'select * from users',
      trace: [{ file: '/a.php', line: 3, call: 'f()' }],
      extensions: {
        code: 'ECONNREFUSED',
        exception: { stacktrace: ['Error: No.', '    at f (/app/a.js:1:2)'] },
        stackTrace: 'at A.B()',
        originalError: { message: 'db' },
        'debug-info': {},
        file: 'a.rb',
        line: 3,
        fields: { age: [{ reason: 'below 18', Stack: 'x', source: 'http://db:80/', row: { line: 7 } }] },
        retryAfter: 3,
      },
    };
    expect(withoutDetails([error])).toEqual([
      {
        message: 'No.',
        locations: [{ line: 2, column: 3 }],
        path: ['users', 0, 'stack'],
        extensions: {
          code: 'ECONNREFUSED',
          fields: { age: [{ reason: 'below 18', source: WITHHELD, row: { line: 7 } }] },
          retryAfter: 3,
        },
      },
    ]);
  });

  it.each([
    ['boom at /app/x.js:3', WITHHELD],
    [null, null],
    [
      [null, 3, 'ECONNRESET'],
      [null, 3, WITHHELD],
    ],
    [{ message: '10.0.0.1' }, { message: WITHHELD }],
    [[{ extensions: 'ECONNRESET', path: 3 }], [{ extensions: WITHHELD, path: 3 }]],
    [[{ extensions: { code: { stack: 'x' } } }], [{ extensions: { code: {} } }]],
    [
      JSON.parse('[{"__proto__":{"stack":"x"},"message":"a"}]'),
      JSON.parse('[{"__proto__":{},"message":"a"}]'),
    ],
  ])('may be anything: %j', (errors, told) => {
    expect(withoutDetails(errors)).toEqual(told);
  });

  it('is not searched through where it is longer than a sentence', () => {
    expect(message('text '.repeat(3_000))).toBe(WITHHELD);
  });

  it('is not followed without end', () => {
    let deep: unknown = 'ECONNRESET';
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(JSON.stringify(withoutDetails([{ extensions: { deep } }]))).not.toContain('ECONNRESET');
  });
});
