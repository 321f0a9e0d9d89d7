/**
 * What a page meets that brings its picture up by itself on a busy machine: the dock is not ready, does not answer in
 * time, or the picture is not there yet. It says so and tries again; a story about something else expects it.
 */
export const slowStart = /\b(?:409|502|503)\b.*startLive\.rest|Failed to load resource.*startLive/;
export const slowPicture = /\b(?:404|503)\b.*\/video\/|Failed to load resource.*\/video\//;
