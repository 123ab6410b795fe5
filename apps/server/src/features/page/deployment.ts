// Makes the settings object of the hosting page out of variant and configuration. Pure; who serves it is index.ts.
import {
  type Brand,
  type Deployment,
  type IdleLink,
  type Right,
  brandOf,
  clearedRights,
  rights,
  switchRights,
} from '@outrider/contract';

type BrandKey = Exclude<keyof Brand, 'logo' | 'labels'>;
/** What the configuration says; null where the variant decides. */
export type DeploymentOptions = { readonly [K in BrandKey]: Brand[K] | null } & {
  readonly pageVariant: number;
  readonly disabledRights: readonly string[];
  readonly disabledHint: string;
  readonly captcha: boolean;
  readonly entranceHash: string;
  readonly entranceRedirect: string;
  /** The last day of a trial; '' for none. */
  readonly trialExpire: string;
  readonly idleClock: boolean;
  readonly softwareHevc: boolean;
  readonly idleLinks: readonly IdleLink[];
  readonly simpleLiveLayout: string;
  readonly simplePlaybackLayout: string;
};
/** Paths of the deployment's own pictures; '' for none. */
export type PicturePaths = { logo: string; sideImage: string; backgroundImage: string; idleLogo: string };

/** What a page is told, but for the judgement whether a trial is over, which each answer makes again. */
export type FixedDeployment = Omit<Deployment, 'trialOver'>;

/** The first ms after the day, as the server's clock counts days. */
const endOfDay = (day: string): number => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + 1).getTime();
};

const isBrandKey = (key: string, given: object): key is BrandKey => Object.hasOwn(given, key);

/** The variant's brand with what the configuration says instead. */
const brandWith = (options: DeploymentOptions): Brand => {
  const brand = brandOf(options.pageVariant);
  const said = Object.keys(brand).flatMap((key) =>
    isBrandKey(key, options) && options[key] !== null ? [[key, options[key]] as const] : [],
  );
  return { ...brand, ...Object.fromEntries(said) };
};

const switchesOf = (brand: Brand): Record<keyof typeof switchRights, boolean> => brand;

/** The rights nobody has in this deployment, level 0 included. */
export const disabledRightsOf = (options: DeploymentOptions): Right[] => {
  const off = clearedRights(switchesOf(brandWith(options)));
  return rights.filter((right) => off.includes(right) || options.disabledRights.includes(right));
};

/** Whether downloads of recordings are left to administrators. */
export const downloadsAreOff = (options: DeploymentOptions): boolean => brandWith(options).disablePlaybackDownload;

/** Who makes administrators, and whether accounts are removed. */
export const accountOptions = (options: DeploymentOptions): { extraAdmins: boolean; keepsAccounts: boolean } => {
  const { elseAdmin, peerToPeer } = brandWith(options);
  return { extraAdmins: elseAdmin, keepsAccounts: peerToPeer };
};

/** Whether the deployment keeps customer records of its devices. */
export const keepsCustomers = (options: DeploymentOptions): boolean => brandWith(options).customerRecords;

/** The variant's renamed texts, and the language of who has not chosen one. */
export const brandTexts = (options: DeploymentOptions): Pick<Brand, 'labels' | 'defaultLocale'> => {
  const { labels, defaultLocale } = brandWith(options);
  return { labels, defaultLocale };
};

export const deploymentOf = (options: DeploymentOptions, version: string, pictures: PicturePaths): FixedDeployment => {
  const { labels: _labels, ...brand } = brandWith(options);
  const { disabledHint, captcha, entranceHash, entranceRedirect, simpleLiveLayout, simplePlaybackLayout } = options;
  const { idleClock, idleLinks, softwareHevc } = options;
  return {
    ...brand,
    version,
    variant: options.pageVariant,
    disabledRights: disabledRightsOf(options),
    disabledHint,
    captcha,
    entranceHash,
    entranceRedirect,
    trial: options.trialExpire !== '',
    trialExpire: options.trialExpire === '' ? 0 : Math.floor(endOfDay(options.trialExpire) / 1000),
    simpleLiveLayout,
    simplePlaybackLayout,
    idleClock,
    softwareHevc,
    idleLinks: [...idleLinks],
    ...pictures,
    logo: pictures.logo === '' ? brand.logo : pictures.logo,
  };
};
