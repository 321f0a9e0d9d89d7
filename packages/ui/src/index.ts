export * from './antd-theme.ts';
export * from './command-chip.tsx';
export * from './empty-page.tsx';
export * from './figure.tsx';
export * from './icon.tsx';
export * from './state-symbol.tsx';
export * from './tokens.ts';
