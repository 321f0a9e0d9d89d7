import { theme as antd, type ThemeConfig } from 'antd';
import { fontFamily, measures, tokens, type Theme, type Tokens } from './tokens.ts';

/** The component library's theme from our tokens; both looks come from the same list. */
export const antdTheme = (theme: Theme, own: Partial<Tokens> = {}): ThemeConfig => {
  const t = { ...tokens[theme], ...own };
  return {
    algorithm: theme === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm,
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
      colorBorder: t.line,
      colorBorderSecondary: t.line,
      colorSplit: t.line,
      colorTextLightSolid: t.onAccent,
      boxShadow: t.shadow,
      boxShadowSecondary: t.shadow,
      motionDurationFast: '0.1s',
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.2s',
    },
    components: {
      Table: {
        headerBg: t.surface,
        headerColor: t.muted,
        borderColor: t.line,
        rowHoverBg: `color-mix(in srgb, ${t.accent} 10%, ${t.raised})`,
        rowSelectedBg: `color-mix(in srgb, ${t.accent} 18%, ${t.raised})`,
        rowSelectedHoverBg: `color-mix(in srgb, ${t.accent} 22%, ${t.raised})`,
        cellPaddingBlock: 8,
        cellPaddingInline: 12,
      },
      Button: {
        // The dark algorithm would dim the accent; a main action has the same colour everywhere.
        colorPrimary: t.accent,
        colorPrimaryHover: `color-mix(in srgb, ${t.accent} 88%, ${t.text})`,
        colorPrimaryActive: `color-mix(in srgb, ${t.accent} 88%, ${t.ink})`,
        primaryColor: t.onAccent,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
      },
      Tooltip: { colorBgSpotlight: t.raised, colorTextLightSolid: t.text },
    },
  };
};
