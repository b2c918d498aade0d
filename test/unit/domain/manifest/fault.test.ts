import { describe, expect, it } from 'vitest';
import { Faults, pointerTo, refusalOfManifest } from '../../../../src/domain/manifest/manifest-fault.ts';
import { refuse } from '../../../../src/foundation/errors.ts';

const nowhere = () => undefined;

describe('the faults of a manifest', () => {
  it('are one refusal that names the first place, and tells them all', () => {
    const faults = new Faults();
    faults.add(['apis', 0, 'name'], 'One.');
    faults.collect(['products', 1], () =>
      refuse('NOT_FOUND', { detail: 'Two.', path: ['input', 'apis', 0] }),
    );
    const { code, message, inputPath, inputFaults } = refusalOfManifest(faults.list, nowhere);
    expect({ code, message, inputPath }).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'At /apis/0/name: One. At /products/1/apis/0: Two.',
      inputPath: ['input', 'manifest', 'apis', 0, 'name'],
    });
    expect(inputFaults).toEqual([
      { path: ['input', 'manifest', 'apis', 0, 'name'], code: 'BAD_USER_INPUT', message: 'One.' },
      { path: ['input', 'manifest', 'products', 1, 'apis', 0], code: 'NOT_FOUND', message: 'Two.' },
    ]);
  });

  it('keep their code where it is the same for all', () => {
    const faults = new Faults();
    faults.add(['a'], 'One.', 'NOT_FOUND');
    faults.add(['b'], 'Two.', 'NOT_FOUND');
    expect(refusalOfManifest(faults.list, nowhere).code).toBe('NOT_FOUND');
  });

  it('have a line each where the manifest is a text', () => {
    const faults = new Faults();
    faults.add(['a'], 'One.');
    const { message, inputFaults } = refusalOfManifest(faults.list, () => ({ line: 3, column: 5 }));
    expect(message).toBe('At /a, line 3, column 5: One.');
    expect(inputFaults).toMatchObject([{ line: 3, column: 5 }]);
  });

  it('are told ten in words, and a hundred in the list', () => {
    const faults = new Faults();
    for (let index = 0; index < 150; index += 1) faults.add(['apis', index], 'Wrong.');
    const { message, inputFaults } = refusalOfManifest(faults.list, nowhere);
    expect(message).toMatch(/At \/apis\/9: Wrong\. And 140 more\.$/);
    expect(inputFaults).toHaveLength(100);
  });

  it('let through what is no refusal', () => {
    expect(() =>
      new Faults().collect([], () => {
        throw new TypeError('a fault of ours');
      }),
    ).toThrow(TypeError);
  });
});

it('a place is a JSON pointer', () => {
  expect(pointerTo(['apis', 0, 'openapi', 'paths', '/a~b'])).toBe('/apis/0/openapi/paths/~1a~0b');
});
