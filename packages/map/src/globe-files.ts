/** Where the console's build puts what maps load while they run: workers and decoders of the globe, the picture of the Earth. */
export const globeFiles = (): string => new URL('cesium/', document.baseURI).href;
