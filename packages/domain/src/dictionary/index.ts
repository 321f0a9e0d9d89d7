export * from './built-in.ts';
export * from './dictionary.ts';
export * from './dictionary.calls.ts';
