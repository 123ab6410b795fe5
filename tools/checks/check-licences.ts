// `npm run check:licences`: every package that comes along names a licence that is allowed here and brings its text. That the notice in
// docs/reference is the present one is seen by check:reference.
import { licenceProblems } from '../licences/notice.ts';
import { noticedPackages } from '../licences/licences.ts';

const packages = noticedPackages();
const problems = licenceProblems(packages);
for (const problem of problems) console.error(problem);
console.log(`${packages.length} packages, ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;
