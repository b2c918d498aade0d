import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const ours = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Builds a flat folder of files with their hash in the name, and Vite's manifest.
 *
 * The manifest lists the files that a page loads.
 */
export default defineConfig({
  base: '/assets/islands/',
  publicDir: false,
  resolve: {
    alias: [
      {
        // Its own list has what nobody can use in a document or in JSON: colours, refactorings, sticky lines, code lenses.
        find: 'monaco-editor/esm/vs/editor/edcore.main.js',
        replacement: ours('graphiql/monaco-editor.ts'),
      },
      {
        find: /^.*\/(diffEditor\/diff|multiDiffEditor\/multiDiff)EditorWidget\.js$/,
        replacement: ours('graphiql/no-differences.ts'),
      },
    ],
  },
  worker: {
    format: 'es',
    rolldownOptions: { output: { entryFileNames: '[name]-[hash].js', chunkFileNames: '[name]-[hash].js' } },
  },
  build: {
    target: 'es2022',
    assetsDir: '',
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    // Fonts inside of style sheets are loaded by everybody, even where no text needs them.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 4_000,
    rolldownOptions: {
      // Scalar tells its version to everybody's console.
      treeshake: { manualPureFunctions: ['console.info'] },
      input: {
        reference: 'reference.ts',
        explorer: 'explorer.ts',
        console: 'console.tsx',
        passkey: 'passkey.ts',
        calls: 'calls.ts',
      },
    },
  },
});
