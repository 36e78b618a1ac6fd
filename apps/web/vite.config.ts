import { defineConfig } from "vite";

// One script and one stylesheet under fixed names: the program carries them (cmake/embed.cmake).
export default defineConfig({
  base: "/",
  build: {
    target: "es2022",
    modulePreload: false,
    assetsInlineLimit: 0,
    rollupOptions: {
      output: { entryFileNames: "app.js", assetFileNames: "app[extname]", inlineDynamicImports: true },
    },
  },
});
