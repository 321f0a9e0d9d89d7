/** Holds deps-policy.json: exact versions, allowed licences, no banned package, none older than its floor. */
import type { Source } from './sources.ts';

/** A licence outside the list, for named packages only; a `*` at the end stands for the platforms of a package. */
interface LicenceException {
  packages: string;
  /** Missing: the package names none, and `why` says what its file is. */
  licence?: string;
  why: string;
}

interface Policy {
  licences: string[];
  licenceExceptions?: LicenceException[];
  runtimeDependenciesMax: number;
  bans: Record<string, string>;
  floors: Record<string, { version: string; why: string }>;
}

interface LockedPackage {
  version: string;
  license?: string;
  link?: boolean;
  hasInstallScript?: boolean;
}

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  allowScripts?: Record<string, boolean>;
}

function isOlder(version: string, floor: string): boolean {
  const parts = (text: string): number[] => text.split(/[.-]/).slice(0, 3).map(Number);
  const [have, need] = [parts(version), parts(floor)];
  const first = need.findIndex((part, index) => part !== have[index]);
  return first >= 0 && (have[first] ?? 0) < (need[first] ?? 0);
}

function covers({ packages, licence }: LicenceException, name: string, license: string | undefined): boolean {
  if (licence !== license) return false;
  return packages.endsWith('*') ? name.startsWith(packages.slice(0, -1)) : name === packages;
}

const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Every exception says why, and goes when the package that needed it goes. */
function exceptionFaults(packages: [string, LockedPackage][], exceptions: LicenceException[]): string[] {
  return exceptions.flatMap((one) => {
    const called = `deps-policy.json: the exception ${one.packages} ${one.licence ?? 'without a licence'}`;
    const used = packages.some(([path, { license }]) => covers(one, nameOf(path), license));
    return [
      ...(one.why.trim() === '' ? [`${called} says no reason`] : []),
      ...(used ? [] : [`${called} is needed by no package`]),
    ];
  });
}

function lockFaults(packages: [string, LockedPackage][], policy: Policy, allowed: Set<string>): string[] {
  return packages.flatMap(([path, { version, license, hasInstallScript }]) => {
    const name = nameOf(path);
    const excepted = (policy.licenceExceptions ?? []).some((one) => covers(one, name, license));
    const floor = policy.floors[name];
    return [
      policy.bans[name] && `${name} is banned: ${policy.bans[name]}`,
      floor &&
        isOlder(version, floor.version) &&
        `${path} ${version} is older than ${floor.version}: ${floor.why}`,
      !policy.licences.includes(license ?? '') &&
        !excepted &&
        `${path}: licence ${license ?? 'unknown'} is not in deps-policy.json`,
      hasInstallScript &&
        !allowed.has(name) &&
        `${path} has an install script that package.json neither allows nor denies`,
    ].filter((fault) => typeof fault === 'string');
  });
}

/** @param sources with package.json files, package-lock.json and deps-policy.json among them */
export function dependencyFaults(sources: readonly Source[]): string[] {
  const read = (path: string): unknown => JSON.parse(sources.find((one) => one.path === path)?.text ?? '{}');
  const policy = read('deps-policy.json') as Policy;
  const lock = read('package-lock.json') as { packages: Record<string, LockedPackage> };
  const manifests = sources
    .filter(({ path }) => /^(?:(?:apps|packages)\/[^/]+\/)?package\.json$/.test(path))
    .map(({ path, text }) => ({ path, manifest: JSON.parse(text) as Manifest }));
  const loose = manifests.flatMap(({ path, manifest }) =>
    Object.entries({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    })
      .filter(([, version]) => !/^\d+\.\d+\.\d+/.test(version))
      .map(([name, version]) => `${path}: ${name} ${version} is not an exact version`),
  );
  const runtime = new Set(
    manifests
      .flatMap(({ manifest }) => Object.keys(manifest.dependencies ?? {}))
      .filter((name) => !name.startsWith('@eyrie/')),
  );
  const crowd =
    runtime.size > policy.runtimeDependenciesMax
      ? [`${runtime.size} direct runtime dependencies, more than ${policy.runtimeDependenciesMax}`]
      : [];
  const scripts = new Set(Object.keys((read('package.json') as Manifest).allowScripts ?? {}));
  const packages = Object.entries(lock.packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && link !== true,
  );
  return [
    ...loose,
    ...crowd,
    ...lockFaults(packages, policy, scripts),
    ...exceptionFaults(packages, policy.licenceExceptions ?? []),
  ];
}
