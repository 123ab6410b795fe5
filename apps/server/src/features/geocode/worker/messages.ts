// What the main thread and the thread of places say to each other.

export type PlacesStart = { path: string };
export type PlaceRequest = { id: number; lat: number; lng: number; zoom: number };
export type PlaceReply = { id: number; name: string };
