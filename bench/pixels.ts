/** Pixels of a picture in three bands: fields, furrows and grain, neither smooth nor noise. */
export const makePixels = (width: number, height: number): Buffer => {
  const pixels = Buffer.alloc(width * height * 3);
  const waves = Float64Array.from({ length: width }, (_, x) => 50 * Math.sin(x / 37) + 20 * Math.sin(x / 5));
  for (let y = 0; y < height; y += 1) {
    const row = 120 + 40 * Math.cos(y / 61);
    for (let x = 0; x < width; x += 1) {
      const light = row + (waves[x] ?? 0) + (((x * 7_919) ^ (y * 104_729)) & 15);
      const at = (y * width + x) * 3;
      pixels[at] = Math.max(0, Math.min(255, light));
      pixels[at + 1] = Math.max(0, Math.min(255, light * 0.9 + 20));
      pixels[at + 2] = Math.max(0, Math.min(255, light * 0.6));
    }
  }
  return pixels;
};
