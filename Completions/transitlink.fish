# fish completion of transitlink and transitlinkd. The programs themselves say what can stand where
# (Sources/Arguments/Completion.swift); this hands them the line and shows their answer.

function __transitlink_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    for line in ($words[1] __complete $words[2..] "$typed" 2>/dev/null)
        # Of --config=FILE only what stands behind the "=" is a path.
        set -l before (string match -r -- '^--[^=]*=' "$typed"; or echo)
        switch $line
            case :files
                printf '%s\n' $before(__fish_complete_path (string replace -- "$before" '' "$typed"))
            case :folders
                printf '%s\n' $before(__fish_complete_directories (string replace -- "$before" '' "$typed"))
            case '*'
                echo $line
        end
    end
end

complete -c transitlink -f -a '(__transitlink_complete)'
complete -c transitlinkd -f -a '(__transitlink_complete)'
