import { describe, expect, it } from 'vitest';
import {
  hiddenMenuResources,
  isMenuResource,
  menuResources,
  resources,
  sceneResources,
} from '../permission/resources.ts';
import { firstRoleKeys, firstRoles, serviceResources } from './first-roles.ts';

describe('resources', () => {
  it('are declared once, pages as addresses and scenes as noun:verb', () => {
    expect(new Set(resources).size).toBe(resources.length);
    for (const page of menuResources) expect(page).toMatch(/^(\/[A-Za-z]+)+$/);
    for (const scene of sceneResources) expect(scene).toMatch(/^[a-z]+(-[a-z]+)*:[a-z]+$/);
    for (const one of resources) expect(isMenuResource(one)).toBe(one.startsWith('/'));
    for (const page of hiddenMenuResources) expect(menuResources).toContain(page);
    for (const foreign of ['', '/', '/Login', 'dock:explode', 'constructor'])
      expect(isMenuResource(foreign)).toBe(false);
  });
});

describe('first roles', () => {
  it.each(firstRoleKeys)('%s holds declared resources, each once', (key) => {
    const held = firstRoles[key];
    expect(new Set(held).size).toBe(held.length);
    for (const one of held) expect(resources).toContain(one);
  });

  it('never hold the right to run the platform, nor does the service account', () => {
    for (const held of [...Object.values(firstRoles), serviceResources])
      expect(held).not.toContain('platform:operate');
  });

  it('give the administrator everything else, and everyone the own account', () => {
    expect([...firstRoles.administrator].toSorted()).toEqual(
      resources.filter((one) => one !== 'platform:operate').toSorted(),
    );
    for (const key of firstRoleKeys) expect(firstRoles[key]).toContain('/personalInfo');
  });

  it('let only administrators take control by force, and only those who fly move anything', () => {
    const holders = (resource: (typeof resources)[number]) =>
      firstRoleKeys.filter((key) => firstRoles[key].includes(resource));
    expect(holders('dock:override')).toEqual(['administrator']);
    expect(holders('dock:edit')).toEqual(['administrator']);
    for (const scene of [
      'dock:control',
      'dock:emergency',
      'flight:start',
      'flight:edit',
      'route:edit',
      'task:edit',
    ] as const)
      expect(holders(scene)).toEqual(['administrator', 'operator']);
  });

  it('keep override, emergency and looking on from the service account', () => {
    for (const one of ['dock:override', 'dock:emergency', '/personalInfo', '/DataStatistics'] as const)
      expect(serviceResources).not.toContain(one);
    for (const one of serviceResources) expect(resources).toContain(one);
  });
});
