/** Fonts come after the first picture: until then the system's own do. Slices are fetched as characters need them. */
import '@fontsource-variable/noto-naskh-arabic/index.css';
import '@fontsource-variable/noto-sans-sc/index.css';
