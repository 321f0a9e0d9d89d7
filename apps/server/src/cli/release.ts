/** The version of this product, as its package says. */
export const release = async (): Promise<string> => {
  const { default: about } = await import('../../package.json', { with: { type: 'json' } });
  return about.version;
};
