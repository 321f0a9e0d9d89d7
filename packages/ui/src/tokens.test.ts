import { describe, expect, it } from 'vitest';
import { disabledText } from './antd-theme.ts';
import { contrast, mixed } from '@eyrie/domain/contrast';
import { themes, tokens } from './tokens.ts';

describe.each(themes)('the %s theme', (theme) => {
  const t = tokens[theme];
  const grounds = [t.ink, t.surface, t.raised];

  it.each(['text', 'muted', 'accent'] as const)('%s can be read on every ground', (name) => {
    for (const ground of grounds) expect(contrast(t[name], ground)).toBeGreaterThanOrEqual(4.5);
  });
  it.each(['live', 'working', 'attention', 'alarm', 'offline'] as const)(
    '%s can be seen on every ground',
    (name) => {
      for (const ground of grounds) expect(contrast(t[name], ground)).toBeGreaterThanOrEqual(3);
    },
  );
  it('names in the menu can be read', () => {
    expect(contrast(t.menuText, t.menu)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(t.menuStrong, t.menu)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(t.accent, t.menu)).toBeGreaterThanOrEqual(3);
  });
  it('the one urgent order can be read, and looks the same in both looks', () => {
    expect(contrast(t.onUrgent, t.urgent)).toBeGreaterThanOrEqual(7);
    expect(t.urgent).toBe(tokens.dark.urgent);
  });
  it('quiet text can be read on what is chosen', () => {
    for (const ground of [t.surface, t.raised])
      expect(contrast(t.muted, mixed(t.accent, ground, 0.12))).toBeGreaterThanOrEqual(4.5);
  });
  it('what cannot be used now can be read, and is quieter than what can', () => {
    for (const ground of [t.surface, t.raised])
      expect(contrast(disabledText(t), ground)).toBeGreaterThanOrEqual(3);
    expect(contrast(disabledText(t), t.raised)).toBeLessThan(contrast(t.muted, t.raised));
  });
  it('text on accent can be read', () => {
    expect(contrast(t.onAccent, t.accent)).toBeGreaterThanOrEqual(4.5);
  });
});
