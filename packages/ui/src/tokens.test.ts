import { describe, expect, it } from 'vitest';
import { contrast } from './contrast.ts';
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
  it('text on accent can be read', () => {
    expect(contrast(t.onAccent, t.accent)).toBeGreaterThanOrEqual(4.5);
  });
});
