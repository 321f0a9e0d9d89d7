import { theme as antd, type MappingAlgorithm, type ThemeConfig } from 'antd';
import { mixed } from '@eyrie/domain/contrast';
import { fontFamily, measures, tokens, type Theme, type Tokens } from './tokens.ts';

/** The dark algorithm dims what it derives; our colours are checked for contrast and must come out as they went in. */
const exactly =
  (t: Tokens): MappingAlgorithm =>
  (seed, map) => ({
    ...(map ?? antd.defaultAlgorithm(seed)),
    colorPrimary: t.accent,
    colorPrimaryBg: `color-mix(in srgb, ${t.accent} 12%, ${t.raised})`,
    colorPrimaryBgHover: `color-mix(in srgb, ${t.accent} 22%, ${t.raised})`,
    colorInfoBg: `color-mix(in srgb, ${t.accent} 16%, ${t.raised})`,
    colorInfo: t.accent,
    colorLink: t.accent,
    colorSuccess: t.live,
    colorWarning: t.attention,
    colorError: t.alarm,
  });

const componentsOf = (t: Tokens): NonNullable<ThemeConfig['components']> => ({
  Table: {
    headerBg: t.surface,
    headerColor: t.muted,
    borderColor: t.line,
    rowHoverBg: `color-mix(in srgb, ${t.accent} 10%, ${t.raised})`,
    rowSelectedBg: `color-mix(in srgb, ${t.accent} 12%, ${t.raised})`,
    rowSelectedHoverBg: `color-mix(in srgb, ${t.accent} 12%, ${t.raised})`,
    cellPaddingBlock: 8,
    cellPaddingInline: 12,
  },
  Button: {
    colorPrimaryHover: `color-mix(in srgb, ${t.accent} 88%, ${t.text})`,
    colorPrimaryActive: `color-mix(in srgb, ${t.accent} 88%, ${t.ink})`,
    primaryColor: t.onAccent,
    primaryShadow: 'none',
    defaultShadow: 'none',
    dangerShadow: 'none',
  },
  Checkbox: { colorBorder: t.muted },
  Radio: { colorBorder: t.muted },
  Tooltip: { colorBgSpotlight: t.raised, colorTextLightSolid: t.text },
});

/** Text of what cannot be used now: quieter than the rest, and still to be read, as it says what there would be. */
export const disabledText = (t: Tokens): string => mixed(t.muted, t.raised, 0.8);

/** The component library's theme from our tokens; both looks come from the same list. `motion`: false for members who want none. */
export const antdTheme = (theme: Theme, motion = true, own: Partial<Tokens> = {}): ThemeConfig => {
  const t = { ...tokens[theme], ...own };
  return {
    algorithm: [theme === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm, exactly(t)],
    token: {
      fontFamily,
      fontSize: measures.text,
      borderRadius: measures.radius,
      controlHeight: measures.control,
      colorPrimary: t.accent,
      colorInfo: t.accent,
      colorLink: t.accent,
      colorSuccess: t.live,
      colorWarning: t.attention,
      colorError: t.alarm,
      colorBgBase: t.surface,
      colorBgLayout: t.ink,
      colorBgContainer: t.raised,
      colorBgElevated: t.raised,
      colorTextBase: t.text,
      colorText: t.text,
      colorTextSecondary: t.muted,
      colorTextTertiary: t.muted,
      colorTextPlaceholder: t.muted,
      colorTextDescription: t.muted,
      colorTextDisabled: disabledText(t),
      colorBgContainerDisabled: t.surface,
      colorBorder: t.line,
      colorBorderSecondary: t.line,
      colorBorderDisabled: t.line,
      colorSplit: t.line,
      colorTextLightSolid: t.onAccent,
      boxShadow: t.shadow,
      boxShadowSecondary: t.shadow,
      motion,
      motionDurationFast: '0.1s',
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.2s',
    },
    components: componentsOf(t),
  };
};
