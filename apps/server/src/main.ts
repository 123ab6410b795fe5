// The entry under its old name, for systemd units that were printed when it was this one.
await import(new URL('main.mjs', import.meta.url).href);
