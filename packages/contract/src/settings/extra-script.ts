// A script of the operator's own, which every page runs behind its settings (/gms.js).
import { z } from 'zod';
import { setting } from '../speak/setting.ts';

export const MAX_SCRIPT = 100_000;
export const extraScript = z.object({ text: z.string().max(MAX_SCRIPT) });
const example = { text: "console.log('Hello');\n" };
export const extraScriptSetting = setting('/gkserver/gmsjs', extraScript, {
  key: 'gmsjs',
  audit: { action: 'Set extra script', secret: {} },
  shown: extraScript,
  readers: 'admin',
  applies: 'now',
  about: {
    load: 'The script that pages run behind their settings.',
    save: 'Sets it, for pages that are opened from then on: it stands in `/gms.js` behind the settings object. For the user named admin alone. 400 for a text that is no script. `/gms.js?plain` leaves it out, and so does a page whose address has `?plain`.',
  },
  example: { saved: example, shown: example },
});
