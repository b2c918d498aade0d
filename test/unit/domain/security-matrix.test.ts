// The table of security definitions: each type has its row, and what the row says is so.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  documentSchemes,
  printSecurityTypes,
  readBack,
  securityRows,
} from '../../../bin/reference/security-types.ts';
import { checkOf } from '../../../src/data-plane/gateway/admission/security/checks.ts';
import { keyKinds } from '../../../src/domain/api/security/security-type.ts';
import { securityTypeNames } from '../../../src/domain/api/security/types.ts';
import { catalogue } from '../../../src/foundation/errors.ts';
import { translations } from '../../../src/ui/languages/translations.ts';

const PAGE = 'docs/reference/security-types.md';

describe('the table of security definitions', () => {
  it('has every type, and every kind of key', () => {
    expect([...new Set(securityRows.map(({ definition }) => definition.type))]).toEqual(securityTypeNames);
    const page = readFileSync(PAGE, 'utf8');
    for (const kind of keyKinds) expect(page).toContain(`kind \`${kind}\``);
    expect(page).toBe(printSecurityTypes());
  });

  it('names files and refusals that there are', () => {
    const page = printSecurityTypes();
    const files = [...page.matchAll(/\(\.\.\/\.\.\/(src[^)]*)\)/g)].map(([, file = '']) => file);
    expect(files).toHaveLength(securityRows.length);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    const codes = [...page.matchAll(/`([A-Z_]+_(?:MISSING|INVALID))`/g)].map(([, code = '']) => code);
    expect(codes.filter((code) => !Object.hasOwn(catalogue, code))).toEqual([]);
  });

  it.each(securityRows)(
    '$title is checked at the gateway, shown in each language, and read back of a document',
    (row) => {
      const { definition } = row;
      expect(checkOf(definition)).toMatchObject({
        identify: expect.any(Function),
        refusal: expect.any(Function),
      });
      const shown = { keyName: 'k', keyLocation: 'HEADER', flows: [], scopes: [] } as const;
      for (const { security } of Object.values(translations))
        expect(security[definition.type](shown)).toMatch(/\.$/);
      expect(documentSchemes(row).every(({ scheme }) => typeof scheme['type'] === 'string')).toBe(true);
      expect(readBack(row)?.type).toBe(definition.type);
    },
  );
});
