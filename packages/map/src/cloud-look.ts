/** What the points of a cloud are coloured by: their own colour, their class, or their height. */
export const cloudLooks = ['colour', 'class', 'height'] as const;
export type CloudLook = (typeof cloudLooks)[number];

/** Classes of points as the ASPRS numbers them, and the colour of each kind; all others are grey. */
export const cloudClasses = {
  ground: { numbers: [2], colour: '#a3733f' },
  vegetation: { numbers: [3, 4, 5], colour: '#3f9b4b' },
  building: { numbers: [6], colour: '#d9623b' },
  water: { numbers: [9], colour: '#3d7fd1' },
  wire: { numbers: [13, 14, 15, 16], colour: '#e0c23a' },
  noise: { numbers: [7, 18], colour: '#c247a8' },
  other: { numbers: [], colour: '#9aa3ad' },
} as const;
export type CloudClass = keyof typeof cloudClasses;

/** What a tileset says of a figure of all of its points. */
export interface CloudRange {
  readonly minimum: number;
  readonly maximum: number;
}

/**
 * The colour of a point, in the language of styles of 3D Tiles.
 * @param heights of all points, metres; undefined where the tileset does not say: then points keep their own colours
 * @param alpha 0 to 1
 */
export const cloudColour = (
  look: CloudLook,
  heights: CloudRange | undefined,
  alpha: number,
): string | { conditions: [string, string][] } => {
  const own = `\${COLOR} * color('white', ${alpha})`;
  if (heights === undefined || look === 'colour') return own;
  if (look === 'height') {
    const span = Math.max(0.01, heights.maximum - heights.minimum);
    // From blue below over green to red above.
    return `hsla((1.0 - clamp((\${Height} - ${heights.minimum}) / ${span}, 0.0, 1.0)) * 0.66, 0.9, 0.5, ${alpha})`;
  }
  const conditions = Object.values(cloudClasses).flatMap(({ numbers, colour }) =>
    numbers.map((number): [string, string] => [
      `\${Classification} === ${number}`,
      `color('${colour}', ${alpha})`,
    ]),
  );
  return { conditions: [...conditions, ['true', `color('${cloudClasses.other.colour}', ${alpha})`]] };
};
