/**
 * Where the console's build puts what maps load while they run: workers and decoders of the globe, the picture of the Earth.
 * A page of another build says where those of the console lie.
 */
export const globeFiles = (): string => {
  const said = document.querySelector<HTMLMetaElement>('meta[name="globe-files"]')?.content;
  return new URL(said ?? 'cesium/', document.baseURI).href;
};
