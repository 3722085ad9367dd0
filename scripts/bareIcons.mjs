/**
 * Leaves of each icon of lucide-react what `src/views/ui/createIcon.tsx` draws. Its name, its size and the keys of its
 * shapes are used by nothing, and random letters hardly compress: they are a third of an icon on the wire.
 *
 * @returns {import('vite').Plugin}
 */
export const bareIcons = () => ({
  name: 'bare-icons',
  apply: 'build',
  transform: {
    filter: { id: /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
    handler: (code) => ({
      code: code.replace(/,\s*key: "\w+"/g, '').replace(/^(?: *(?:name|size): .*,|__iconData\.node;)$/gm, ''),
      map: null,
    }),
  },
})
