-- Which gateway works an event through that people were told is taken; another does when that one is gone.

ALTER TABLE event ADD COLUMN keeper TEXT;
